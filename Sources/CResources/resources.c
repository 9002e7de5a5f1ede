#include "resources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char taxonomy_categories[] = {
#embed "../../rag-index/taxonomy/categories.tsv" suffix(, 0)
};
static const unsigned char taxonomy_merchant_codes[] = {
#embed "../../rag-index/taxonomy/merchant-codes.tsv" suffix(, 0)
};
static const unsigned char merchants_us[] = {
#embed "../../rag-index/merchants/us.tsv" suffix(, 0)
};
static const unsigned char merchants_us_regional[] = {
#embed "../../rag-index/merchants/us-regional.tsv" suffix(, 0)
};
static const unsigned char merchants_us_states[] = {
#embed "../../rag-index/merchants/us-states.tsv" suffix(, 0)
};
static const unsigned char merchants_us_billers[] = {
#embed "../../rag-index/merchants/us-billers.tsv" suffix(, 0)
};
static const unsigned char merchants_canada[] = {
#embed "../../rag-index/merchants/canada.tsv" suffix(, 0)
};
static const unsigned char merchants_uk[] = {
#embed "../../rag-index/merchants/uk.tsv" suffix(, 0)
};
static const unsigned char merchants_euro[] = {
#embed "../../rag-index/merchants/euro.tsv" suffix(, 0)
};
static const unsigned char merchants_elsewhere[] = {
#embed "../../rag-index/merchants/elsewhere.tsv" suffix(, 0)
};
static const unsigned char merchants_payouts[] = {
#embed "../../rag-index/merchants/payouts.tsv" suffix(, 0)
};
static const unsigned char merchants_words[] = {
#embed "../../rag-index/merchants/words.tsv" suffix(, 0)
};
static const unsigned char advice_needs_model[] = {
#embed "../../rag-index/advice/needs.bin" suffix(, 0)
};
static const unsigned char readings_reader[] = {
#embed "../../rag-index/readings/reader.bin" suffix(, 0)
};
static const unsigned char readings_misread[] = {
#embed "../../rag-index/readings/misread.tsv" suffix(, 0)
};
static const unsigned char synonyms_words[] = {
#embed "../../rag-index/synonyms/words.tsv" suffix(, 0)
};
static const unsigned char synonyms_kinds[] = {
#embed "../../rag-index/synonyms/kinds.tsv" suffix(, 0)
};
static const unsigned char synonyms_brands[] = {
#embed "../../rag-index/synonyms/brands.txt" suffix(, 0)
};
static const unsigned char synonyms_nicknames[] = {
#embed "../../rag-index/synonyms/nicknames.tsv" suffix(, 0)
};
static const unsigned char synonyms_states[] = {
#embed "../../rag-index/synonyms/states.tsv" suffix(, 0)
};
static const unsigned char synonyms_place_names[] = {
#embed "../../rag-index/synonyms/place-names.tsv" suffix(, 0)
};
static const unsigned char synonyms_currencies[] = {
#embed "../../rag-index/synonyms/currencies.tsv" suffix(, 0)
};
static const unsigned char merchants_weights[] = {
#embed "../../rag-index/merchants/weights.bin" suffix(, 0)
};
static const unsigned char imports_towns[] = {
#embed "../../rag-index/imports/towns.tsv" suffix(, 0)
};
static const unsigned char imports_accounts[] = {
#embed "../../rag-index/imports/accounts.tsv" suffix(, 0)
};
static const unsigned char imports_abbreviations[] = {
#embed "../../rag-index/imports/abbreviations.tsv" suffix(, 0)
};
static const unsigned char imports_headers[] = {
#embed "../../rag-index/imports/headers.tsv" suffix(, 0)
};
static const unsigned char imports_parts[] = {
#embed "../../rag-index/imports/parts.tsv" suffix(, 0)
};
static const unsigned char imports_prefixes[] = {
#embed "../../rag-index/imports/prefixes.tsv" suffix(, 0)
};
static const unsigned char imports_states[] = {
#embed "../../rag-index/imports/states.tsv" suffix(, 0)
};
static const unsigned char imports_summaries[] = {
#embed "../../rag-index/imports/summaries.tsv" suffix(, 0)
};
static const unsigned char imports_currencies[] = {
#embed "../../rag-index/imports/currencies.tsv" suffix(, 0)
};
static const unsigned char imports_months[] = {
#embed "../../rag-index/imports/months.tsv" suffix(, 0)
};
static const unsigned char imports_cards[] = {
#embed "../../rag-index/imports/cards.tsv" suffix(, 0)
};
static const unsigned char imports_countries[] = {
#embed "../../rag-index/imports/countries.tsv" suffix(, 0)
};
static const unsigned char intents_concepts[] = {
#embed "../../rag-index/intents/concepts.tsv" suffix(, 0)
};
static const unsigned char intents_readings[] = {
#embed "../../rag-index/intents/readings.tsv" suffix(, 0)
};
static const unsigned char intents_commands[] = {
#embed "../../rag-index/intents/commands.tsv" suffix(, 0)
};
static const unsigned char intents_courtesies[] = {
#embed "../../rag-index/intents/courtesies.tsv" suffix(, 0)
};
static const unsigned char intents_limit_talk[] = {
#embed "../../rag-index/intents/limit-talk.tsv" suffix(, 0)
};
static const unsigned char replies_examples[] = {
#embed "../../rag-index/replies/examples.tsv" suffix(, 0)
};
static const unsigned char replies_programs[] = {
#embed "../../rag-index/replies/programs.tsv" suffix(, 0)
};
static const unsigned char intents_day_talk[] = {
#embed "../../rag-index/intents/day-talk.tsv" suffix(, 0)
};
static const unsigned char intents_entry_talk[] = {
#embed "../../rag-index/intents/entry-talk.tsv" suffix(, 0)
};
static const unsigned char intents_fair_price[] = {
#embed "../../rag-index/intents/fair-price.tsv" suffix(, 0)
};
static const unsigned char intents_rename_talk[] = {
#embed "../../rag-index/intents/rename-talk.tsv" suffix(, 0)
};
static const unsigned char intents_paid_back[] = {
#embed "../../rag-index/intents/paid-back.tsv" suffix(, 0)
};
static const unsigned char intents_tag_talk[] = {
#embed "../../rag-index/intents/tag-talk.tsv" suffix(, 0)
};
static const unsigned char intents_prompt_lines[] = {
#embed "../../rag-index/intents/prompt-lines.tsv" suffix(, 0)
};
static const unsigned char intents_said_commands[] = {
#embed "../../rag-index/intents/said-commands.tsv" suffix(, 0)
};
static const unsigned char intents_sync_talk[] = {
#embed "../../rag-index/intents/sync-talk.tsv" suffix(, 0)
};
static const unsigned char intents_holdings_talk[] = {
#embed "../../rag-index/intents/holdings-talk.tsv" suffix(, 0)
};
static const unsigned char intents_other_reading[] = {
#embed "../../rag-index/intents/other-reading.tsv" suffix(, 0)
};
static const unsigned char intents_charge_status[] = {
#embed "../../rag-index/intents/charge-status.tsv" suffix(, 0)
};
static const unsigned char intents_charge_talk[] = {
#embed "../../rag-index/intents/charge-talk.tsv" suffix(, 0)
};
static const unsigned char intents_counter[] = {
#embed "../../rag-index/intents/counter.tsv" suffix(, 0)
};
static const unsigned char intents_positions[] = {
#embed "../../rag-index/intents/positions.tsv" suffix(, 0)
};
static const unsigned char intents_purchase_talk[] = {
#embed "../../rag-index/intents/purchase-talk.tsv" suffix(, 0)
};
static const unsigned char intents_wish_talk[] = {
#embed "../../rag-index/intents/wish-talk.tsv" suffix(, 0)
};
static const unsigned char intents_wish_answers[] = {
#embed "../../rag-index/intents/wish-answers.tsv" suffix(, 0)
};
static const unsigned char intents_purchase_words[] = {
#embed "../../rag-index/intents/purchase-words.tsv" suffix(, 0)
};
static const unsigned char intents_purchase_forms[] = {
#embed "../../rag-index/intents/purchase-forms.tsv" suffix(, 0)
};
static const unsigned char intents_saving_without[] = {
#embed "../../rag-index/intents/saving-without.tsv" suffix(, 0)
};
static const unsigned char intents_common[] = {
#embed "../../rag-index/intents/common.txt" suffix(, 0)
};
static const unsigned char intents_weights[] = {
#embed "../../rag-index/intents/weights.bin" suffix(, 0)
};
static const unsigned char replies_out_of_scope[] = {
#embed "../../rag-index/replies/out-of-scope.tsv" suffix(, 0)
};
static const unsigned char replies_help[] = {
#embed "../../rag-index/replies/help.tsv" suffix(, 0)
};
static const unsigned char advice_items[] = {
#embed "../../rag-index/advice/items.tsv" suffix(, 0)
};
static const unsigned char advice_needs[] = {
#embed "../../rag-index/advice/needs.tsv" suffix(, 0)
};
static const unsigned char advice_tickets[] = {
#embed "../../rag-index/advice/tickets.tsv" suffix(, 0)
};
static const unsigned char advice_currencies[] = {
#embed "../../rag-index/advice/currencies.tsv" suffix(, 0)
};
static const unsigned char advice_weights[] = {
#embed "../../rag-index/advice/weights.tsv" suffix(, 0)
};
static const unsigned char voice_frames[] = {
#embed "../../rag-index/voice/frames.tsv" suffix(, 0)
};
static const unsigned char sample_accounts[] = {
#embed "../../rag-index/sample/accounts.tsv" suffix(, 0)
};
static const unsigned char sample_everyday_checking[] = {
#embed "../../rag-index/sample/everyday-checking.csv" suffix(, 0)
};
static const unsigned char sample_travel_card[] = {
#embed "../../rag-index/sample/travel-card.csv" suffix(, 0)
};
static const unsigned char sample_cashback_card[] = {
#embed "../../rag-index/sample/cashback-card.csv" suffix(, 0)
};
static const unsigned char sample_high_yield_savings[] = {
#embed "../../rag-index/sample/high-yield-savings.csv" suffix(, 0)
};
static const unsigned char sample_next_days[] = {
#embed "../../rag-index/sample/next-days.tsv" suffix(, 0)
};
static const unsigned char schema_001_ledger[] = {
#embed "../../rag-index/schema/001-ledger.sql" suffix(, 0)
};
static const unsigned char schema_002_recurring[] = {
#embed "../../rag-index/schema/002-recurring.sql" suffix(, 0)
};
static const unsigned char schema_003_balances[] = {
#embed "../../rag-index/schema/003-balances.sql" suffix(, 0)
};
static const unsigned char schema_004_review[] = {
#embed "../../rag-index/schema/004-review.sql" suffix(, 0)
};
static const unsigned char schema_005_rules[] = {
#embed "../../rag-index/schema/005-rules.sql" suffix(, 0)
};
static const unsigned char schema_006_decisions[] = {
#embed "../../rag-index/schema/006-decisions.sql" suffix(, 0)
};
static const unsigned char schema_007_conversations[] = {
#embed "../../rag-index/schema/007-conversations.sql" suffix(, 0)
};
static const unsigned char schema_008_summaries[] = {
#embed "../../rag-index/schema/008-summaries.sql" suffix(, 0)
};
static const unsigned char schema_009_splits[] = {
#embed "../../rag-index/schema/009-splits.sql" suffix(, 0)
};
static const unsigned char schema_010_connections[] = {
#embed "../../rag-index/schema/010-connections.sql" suffix(, 0)
};
static const unsigned char schema_011_corrected_files[] = {
#embed "../../rag-index/schema/011-corrected-files.sql" suffix(, 0)
};
static const unsigned char schema_012_hooks[] = {
#embed "../../rag-index/schema/012-hooks.sql" suffix(, 0)
};
static const unsigned char schema_013_places[] = {
#embed "../../rag-index/schema/013-places.sql" suffix(, 0)
};
static const unsigned char schema_014_bank_details[] = {
#embed "../../rag-index/schema/014-bank-details.sql" suffix(, 0)
};
static const unsigned char schema_015_left_out[] = {
#embed "../../rag-index/schema/015-left-out.sql" suffix(, 0)
};
static const unsigned char schema_016_bank_warnings[] = {
#embed "../../rag-index/schema/016-bank-warnings.sql" suffix(, 0)
};
static const unsigned char schema_017_payments[] = {
#embed "../../rag-index/schema/017-payments.sql" suffix(, 0)
};
static const unsigned char schema_018_profile[] = {
#embed "../../rag-index/schema/018-profile.sql" suffix(, 0)
};
static const unsigned char schema_019_overwritten[] = {
#embed "../../rag-index/schema/019-overwritten.sql" suffix(, 0)
};
static const unsigned char schema_020_cards[] = {
#embed "../../rag-index/schema/020-cards.sql" suffix(, 0)
};
static const unsigned char schema_021_refund_keys[] = {
#embed "../../rag-index/schema/021-refund-keys.sql" suffix(, 0)
};
static const unsigned char schema_022_kept_rows[] = {
#embed "../../rag-index/schema/022-kept-rows.sql" suffix(, 0)
};
static const unsigned char schema_023_canceled_charges[] = {
#embed "../../rag-index/schema/023-canceled-charges.sql" suffix(, 0)
};
static const unsigned char schema_024_doubted_positions[] = {
#embed "../../rag-index/schema/024-doubted-positions.sql" suffix(, 0)
};
static const unsigned char schema_025_ends_of_access[] = {
#embed "../../rag-index/schema/025-ends-of-access.sql" suffix(, 0)
};
static const unsigned char schema_026_charge_descriptors[] = {
#embed "../../rag-index/schema/026-charge-descriptors.sql" suffix(, 0)
};
static const unsigned char schema_027_card_holders[] = {
#embed "../../rag-index/schema/027-card-holders.sql" suffix(, 0)
};
static const unsigned char schema_028_missing_days[] = {
#embed "../../rag-index/schema/028-missing-days.sql" suffix(, 0)
};
static const unsigned char schema_029_charges_paid[] = {
#embed "../../rag-index/schema/029-charges-paid.sql" suffix(, 0)
};
static const unsigned char schema_030_conversation_names[] = {
#embed "../../rag-index/schema/030-conversation-names.sql" suffix(, 0)
};
static const unsigned char schema_031_withheld_rows[] = {
#embed "../../rag-index/schema/031-withheld-rows.sql" suffix(, 0)
};
static const unsigned char schema_032_keyed_answers[] = {
#embed "../../rag-index/schema/032-keyed-answers.sql" suffix(, 0)
};
static const unsigned char schema_033_open_linkings[] = {
#embed "../../rag-index/schema/033-open-linkings.sql" suffix(, 0)
};
static const unsigned char schema_034_limits_of_nothing[] = {
#embed "../../rag-index/schema/034-limits-of-nothing.sql" suffix(, 0)
};
static const unsigned char schema_036_token_uses[] = {
#embed "../../rag-index/schema/036-token-uses.sql" suffix(, 0)
};
static const unsigned char schema_037_revisions_of_rows[] = {
#embed "../../rag-index/schema/037-revisions-of-rows.sql" suffix(, 0)
};
static const unsigned char schema_038_grounds_of_decisions[] = {
#embed "../../rag-index/schema/038-grounds-of-decisions.sql" suffix(, 0)
};
static const unsigned char schema_039_notes_of_imports[] = {
#embed "../../rag-index/schema/039-notes-of-imports.sql" suffix(, 0)
};
static const unsigned char schema_041_impossible_rows[] = {
#embed "../../rag-index/schema/041-impossible-rows.sql" suffix(, 0)
};
static const unsigned char banks_plaid_errors[] = {
#embed "../../rag-index/banks/plaid-errors.tsv" suffix(, 0)
};
static const unsigned char prompts_character[] = {
#embed "../../prompts/character.md" suffix(, 0)
};
static const unsigned char prompts_answer[] = {
#embed "../../prompts/answer.md" suffix(, 0)
};
static const unsigned char prompts_list[] = {
#embed "../../prompts/list.md" suffix(, 0)
};
static const unsigned char prompts_purchase[] = {
#embed "../../prompts/purchase.md" suffix(, 0)
};
static const unsigned char prompts_summary[] = {
#embed "../../prompts/summary.md" suffix(, 0)
};
static const unsigned char prompts_advice[] = {
#embed "../../prompts/advice.md" suffix(, 0)
};
static const unsigned char prompts_recurring[] = {
#embed "../../prompts/recurring.md" suffix(, 0)
};
static const unsigned char prompts_unusual[] = {
#embed "../../prompts/unusual.md" suffix(, 0)
};
static const unsigned char prompts_forecast[] = {
#embed "../../prompts/forecast.md" suffix(, 0)
};
static const unsigned char prompts_reading[] = {
#embed "../../prompts/reading.md" suffix(, 0)
};
static const unsigned char prompts_reading_line[] = {
#embed "../../prompts/reading-line.md" suffix(, 0)
};
static const unsigned char prompts_reading_repair[] = {
#embed "../../prompts/reading-repair.md" suffix(, 0)
};
static const unsigned char prompts_repair[] = {
#embed "../../prompts/repair.md" suffix(, 0)
};

static const unsigned char grammar_phrases[] = {
#embed "../../rag-index/grammar/phrases.tsv" suffix(, 0)
};
static const unsigned char grammar_words[] = {
#embed "../../rag-index/grammar/words.tsv" suffix(, 0)
};
static const unsigned char grammar_forms[] = {
#embed "../../rag-index/grammar/forms.tsv" suffix(, 0)
};

#define FILE_ENTRY(path, bytes) { path, bytes, sizeof bytes - 1 }

static const coach_resource resources[] = {
    FILE_ENTRY("rag-index/grammar/phrases.tsv", grammar_phrases),
    FILE_ENTRY("rag-index/grammar/words.tsv", grammar_words),
    FILE_ENTRY("rag-index/grammar/forms.tsv", grammar_forms),
    FILE_ENTRY("rag-index/taxonomy/categories.tsv", taxonomy_categories),
    FILE_ENTRY("rag-index/taxonomy/merchant-codes.tsv", taxonomy_merchant_codes),
    FILE_ENTRY("rag-index/merchants/us.tsv", merchants_us),
    FILE_ENTRY("rag-index/merchants/us-regional.tsv", merchants_us_regional),
    FILE_ENTRY("rag-index/merchants/us-states.tsv", merchants_us_states),
    FILE_ENTRY("rag-index/merchants/us-billers.tsv", merchants_us_billers),
    FILE_ENTRY("rag-index/merchants/canada.tsv", merchants_canada),
    FILE_ENTRY("rag-index/merchants/uk.tsv", merchants_uk),
    FILE_ENTRY("rag-index/merchants/euro.tsv", merchants_euro),
    FILE_ENTRY("rag-index/merchants/elsewhere.tsv", merchants_elsewhere),
    FILE_ENTRY("rag-index/merchants/payouts.tsv", merchants_payouts),
    FILE_ENTRY("rag-index/merchants/words.tsv", merchants_words),
    FILE_ENTRY("rag-index/synonyms/words.tsv", synonyms_words),
    FILE_ENTRY("rag-index/synonyms/kinds.tsv", synonyms_kinds),
    FILE_ENTRY("rag-index/synonyms/brands.txt", synonyms_brands),
    FILE_ENTRY("rag-index/synonyms/nicknames.tsv", synonyms_nicknames),
    FILE_ENTRY("rag-index/synonyms/states.tsv", synonyms_states),
    FILE_ENTRY("rag-index/synonyms/place-names.tsv", synonyms_place_names),
    FILE_ENTRY("rag-index/synonyms/currencies.tsv", synonyms_currencies),
    FILE_ENTRY("rag-index/imports/currencies.tsv", imports_currencies),
    FILE_ENTRY("rag-index/imports/months.tsv", imports_months),
    FILE_ENTRY("rag-index/imports/cards.tsv", imports_cards),
    FILE_ENTRY("rag-index/imports/countries.tsv", imports_countries),
    FILE_ENTRY("rag-index/imports/states.tsv", imports_states),
    FILE_ENTRY("rag-index/imports/summaries.tsv", imports_summaries),
    FILE_ENTRY("rag-index/imports/headers.tsv", imports_headers),
    FILE_ENTRY("rag-index/imports/parts.tsv", imports_parts),
    FILE_ENTRY("rag-index/imports/prefixes.tsv", imports_prefixes),
    FILE_ENTRY("rag-index/imports/towns.tsv", imports_towns),
    FILE_ENTRY("rag-index/imports/accounts.tsv", imports_accounts),
    FILE_ENTRY("rag-index/imports/abbreviations.tsv", imports_abbreviations),
    FILE_ENTRY("rag-index/merchants/weights.bin", merchants_weights),
    FILE_ENTRY("rag-index/intents/concepts.tsv", intents_concepts),
    FILE_ENTRY("rag-index/intents/readings.tsv", intents_readings),
    FILE_ENTRY("rag-index/intents/commands.tsv", intents_commands),
    FILE_ENTRY("rag-index/replies/examples.tsv", replies_examples),
    FILE_ENTRY("rag-index/replies/programs.tsv", replies_programs),
    FILE_ENTRY("rag-index/intents/charge-status.tsv", intents_charge_status),
    FILE_ENTRY("rag-index/intents/other-reading.tsv", intents_other_reading),
    FILE_ENTRY("rag-index/intents/charge-talk.tsv", intents_charge_talk),
    FILE_ENTRY("rag-index/intents/counter.tsv", intents_counter),
    FILE_ENTRY("rag-index/intents/positions.tsv", intents_positions),
    FILE_ENTRY("rag-index/intents/day-talk.tsv", intents_day_talk),
    FILE_ENTRY("rag-index/intents/entry-talk.tsv", intents_entry_talk),
    FILE_ENTRY("rag-index/intents/fair-price.tsv", intents_fair_price),
    FILE_ENTRY("rag-index/intents/rename-talk.tsv", intents_rename_talk),
    FILE_ENTRY("rag-index/intents/paid-back.tsv", intents_paid_back),
    FILE_ENTRY("rag-index/intents/tag-talk.tsv", intents_tag_talk),
    FILE_ENTRY("rag-index/intents/prompt-lines.tsv", intents_prompt_lines),
    FILE_ENTRY("rag-index/intents/said-commands.tsv", intents_said_commands),
    FILE_ENTRY("rag-index/intents/sync-talk.tsv", intents_sync_talk),
    FILE_ENTRY("rag-index/intents/holdings-talk.tsv", intents_holdings_talk),
    FILE_ENTRY("rag-index/intents/courtesies.tsv", intents_courtesies),
    FILE_ENTRY("rag-index/intents/limit-talk.tsv", intents_limit_talk),
    FILE_ENTRY("rag-index/intents/purchase-forms.tsv", intents_purchase_forms),
    FILE_ENTRY("rag-index/intents/purchase-talk.tsv", intents_purchase_talk),
    FILE_ENTRY("rag-index/intents/purchase-words.tsv", intents_purchase_words),
    FILE_ENTRY("rag-index/intents/saving-without.tsv", intents_saving_without),
    FILE_ENTRY("rag-index/intents/wish-talk.tsv", intents_wish_talk),
    FILE_ENTRY("rag-index/intents/wish-answers.tsv", intents_wish_answers),
    FILE_ENTRY("rag-index/intents/common.txt", intents_common),
    FILE_ENTRY("rag-index/intents/weights.bin", intents_weights),
    FILE_ENTRY("rag-index/readings/misread.tsv", readings_misread),
    FILE_ENTRY("rag-index/readings/reader.bin", readings_reader),
    FILE_ENTRY("rag-index/advice/needs.bin", advice_needs_model),
    FILE_ENTRY("rag-index/replies/out-of-scope.tsv", replies_out_of_scope),
    FILE_ENTRY("rag-index/replies/help.tsv", replies_help),
    FILE_ENTRY("rag-index/advice/items.tsv", advice_items),
    FILE_ENTRY("rag-index/advice/needs.tsv", advice_needs),
    FILE_ENTRY("rag-index/advice/tickets.tsv", advice_tickets),
    FILE_ENTRY("rag-index/advice/currencies.tsv", advice_currencies),
    FILE_ENTRY("rag-index/advice/weights.tsv", advice_weights),
    FILE_ENTRY("rag-index/voice/frames.tsv", voice_frames),
    FILE_ENTRY("rag-index/sample/accounts.tsv", sample_accounts),
    FILE_ENTRY("rag-index/sample/everyday-checking.csv", sample_everyday_checking),
    FILE_ENTRY("rag-index/sample/travel-card.csv", sample_travel_card),
    FILE_ENTRY("rag-index/sample/cashback-card.csv", sample_cashback_card),
    FILE_ENTRY("rag-index/sample/high-yield-savings.csv", sample_high_yield_savings),
    FILE_ENTRY("rag-index/sample/next-days.tsv", sample_next_days),
    FILE_ENTRY("rag-index/schema/001-ledger.sql", schema_001_ledger),
    FILE_ENTRY("rag-index/schema/002-recurring.sql", schema_002_recurring),
    FILE_ENTRY("rag-index/schema/003-balances.sql", schema_003_balances),
    FILE_ENTRY("rag-index/schema/004-review.sql", schema_004_review),
    FILE_ENTRY("rag-index/schema/005-rules.sql", schema_005_rules),
    FILE_ENTRY("rag-index/schema/006-decisions.sql", schema_006_decisions),
    FILE_ENTRY("rag-index/schema/007-conversations.sql", schema_007_conversations),
    FILE_ENTRY("rag-index/schema/008-summaries.sql", schema_008_summaries),
    FILE_ENTRY("rag-index/schema/009-splits.sql", schema_009_splits),
    FILE_ENTRY("rag-index/schema/010-connections.sql", schema_010_connections),
    FILE_ENTRY("rag-index/schema/011-corrected-files.sql", schema_011_corrected_files),
    FILE_ENTRY("rag-index/schema/012-hooks.sql", schema_012_hooks),
    FILE_ENTRY("rag-index/schema/013-places.sql", schema_013_places),
    FILE_ENTRY("rag-index/schema/014-bank-details.sql", schema_014_bank_details),
    FILE_ENTRY("rag-index/schema/015-left-out.sql", schema_015_left_out),
    FILE_ENTRY("rag-index/schema/016-bank-warnings.sql", schema_016_bank_warnings),
    FILE_ENTRY("rag-index/schema/017-payments.sql", schema_017_payments),
    FILE_ENTRY("rag-index/schema/018-profile.sql", schema_018_profile),
    FILE_ENTRY("rag-index/schema/019-overwritten.sql", schema_019_overwritten),
    FILE_ENTRY("rag-index/schema/020-cards.sql", schema_020_cards),
    FILE_ENTRY("rag-index/schema/021-refund-keys.sql", schema_021_refund_keys),
    FILE_ENTRY("rag-index/schema/022-kept-rows.sql", schema_022_kept_rows),
    FILE_ENTRY("rag-index/schema/023-canceled-charges.sql", schema_023_canceled_charges),
    FILE_ENTRY("rag-index/schema/024-doubted-positions.sql", schema_024_doubted_positions),
    FILE_ENTRY("rag-index/schema/025-ends-of-access.sql", schema_025_ends_of_access),
    FILE_ENTRY("rag-index/schema/026-charge-descriptors.sql", schema_026_charge_descriptors),
    FILE_ENTRY("rag-index/schema/027-card-holders.sql", schema_027_card_holders),
    FILE_ENTRY("rag-index/schema/028-missing-days.sql", schema_028_missing_days),
    FILE_ENTRY("rag-index/schema/029-charges-paid.sql", schema_029_charges_paid),
    FILE_ENTRY("rag-index/schema/030-conversation-names.sql", schema_030_conversation_names),
    FILE_ENTRY("rag-index/schema/031-withheld-rows.sql", schema_031_withheld_rows),
    FILE_ENTRY("rag-index/schema/032-keyed-answers.sql", schema_032_keyed_answers),
    FILE_ENTRY("rag-index/schema/033-open-linkings.sql", schema_033_open_linkings),
    FILE_ENTRY("rag-index/schema/034-limits-of-nothing.sql", schema_034_limits_of_nothing),
    FILE_ENTRY("rag-index/schema/036-token-uses.sql", schema_036_token_uses),
    FILE_ENTRY("rag-index/schema/037-revisions-of-rows.sql", schema_037_revisions_of_rows),
    FILE_ENTRY("rag-index/schema/038-grounds-of-decisions.sql", schema_038_grounds_of_decisions),
    FILE_ENTRY("rag-index/schema/039-notes-of-imports.sql", schema_039_notes_of_imports),
    FILE_ENTRY("rag-index/schema/041-impossible-rows.sql", schema_041_impossible_rows),
    FILE_ENTRY("rag-index/banks/plaid-errors.tsv", banks_plaid_errors),
    FILE_ENTRY("prompts/character.md", prompts_character),
    FILE_ENTRY("prompts/answer.md", prompts_answer),
    FILE_ENTRY("prompts/list.md", prompts_list),
    FILE_ENTRY("prompts/purchase.md", prompts_purchase),
    FILE_ENTRY("prompts/summary.md", prompts_summary),
    FILE_ENTRY("prompts/advice.md", prompts_advice),
    FILE_ENTRY("prompts/recurring.md", prompts_recurring),
    FILE_ENTRY("prompts/unusual.md", prompts_unusual),
    FILE_ENTRY("prompts/forecast.md", prompts_forecast),
    FILE_ENTRY("prompts/reading.md", prompts_reading),
    FILE_ENTRY("prompts/reading-line.md", prompts_reading_line),
    FILE_ENTRY("prompts/reading-repair.md", prompts_reading_repair),
    FILE_ENTRY("prompts/repair.md", prompts_repair),
};

const coach_resource *coach_resource_at(size_t index) {
    return index < sizeof resources / sizeof *resources ? &resources[index] : NULL;
}
