extension SummaryPage {
    /// Of the whole page; system fonts only, so that nothing is fetched.
    static let style = """
        :root { --paper: #f7f6f2; --card: #ffffff; --ink: #1f262c; --soft: #57626b; --line: #dedbd2; --main: #1f6f8b;
          --wash: #1f6f8b22; --other: #8b959c; --good: #2c7a4b; --bad: #b0412b; }
        @media (prefers-color-scheme: dark) {
          :root { --paper: #14191d; --card: #1c2329; --ink: #e7eaec; --soft: #a3adb5; --line: #313b43; --main: #62b5d6;
            --wash: #62b5d626; --other: #77838c; --good: #74c795; --bad: #ec8d76; }
        }
        * { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; }
        body { margin: 0; background: var(--paper); color: var(--ink);
          font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif; }
        main { max-width: 66rem; margin: 0 auto; padding: 2.5rem 1.25rem 3rem; }
        h1 { font-size: clamp(2rem, 6vw, 3rem); line-height: 1.1; margin: 0 0 1rem; letter-spacing: -0.02em; }
        h2 { font-size: 1.15rem; margin: 0 0 0.6rem; }
        figcaption h2 { margin: 0; }
        h2.currency { font-size: 1.6rem; margin: 2.5rem 0 0; }
        h3 { font-size: 1rem; margin: 0; }
        .kind { margin: 0 0 0.25rem; color: var(--soft); font-size: 0.9rem; }
        .callout { max-width: 46rem; margin: 0; padding: 0.7rem 1rem; border-left: 4px solid var(--main); border-radius: 0.25rem;
          background: var(--wash); font-size: 1.12rem; }
        .lead { font-size: 1.12rem; max-width: 46rem; margin: 0 0 0.8rem; }
        .figures { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 1.5rem 0; }
        .figures div, figure, section { background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; }
        /* Three in a row, or four where there are four; fewer where an amount takes more. */
        .figures div { flex: 1 1 28%; min-width: min-content; max-width: 100%; padding: 0.85rem 1rem; }
        .figures.four div { flex-basis: 21%; }
        dt { color: var(--soft); font-size: 0.9rem; }
        dd { margin: 0; font-size: 1.45rem; font-weight: 650; font-variant-numeric: tabular-nums; white-space: nowrap; }
        dd span { display: block; font-size: 0.85rem; font-weight: 400; color: var(--soft); line-height: 1.35; white-space: normal; }
        .charts, .tables { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1rem;
          margin: 0 0 1rem; align-items: start; grid-auto-flow: dense; }
        .lead + .charts, .lead + .tables { margin-top: 1.5rem; }
        .tables .wide { grid-column: 1 / -1; }
        figure { margin: 0; padding: 1rem 1rem 0.75rem; min-width: 0; }
        figcaption p { margin: 0.1rem 0 0.5rem; font-size: 0.9rem; color: var(--soft); }
        svg { display: block; width: 100%; height: auto; }
        svg text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif; fill: var(--soft);
          font-variant-numeric: tabular-nums; }
        svg .name { fill: var(--ink); }
        svg .grid { stroke: var(--line); stroke-width: 1; }
        svg .axis { stroke: var(--soft); stroke-width: 1; }
        svg .now { stroke: var(--main); stroke-width: 2.5; fill: none; stroke-linejoin: round; stroke-linecap: round; }
        svg .before { stroke: var(--other); stroke-width: 2; fill: none; stroke-dasharray: 5 4; stroke-linejoin: round; }
        svg .wash { fill: var(--wash); }
        svg .bar { fill: var(--main); }
        svg .bar2 { fill: var(--other); }
        svg .track { fill: var(--line); opacity: 0.55; }
        svg .over { fill: var(--bad); }
        svg .less { fill: var(--good); }
        svg .mark { stroke: var(--ink); stroke-width: 2; }
        svg text.t-now { fill: var(--main); font-weight: 600; }
        svg text.t-over { fill: var(--bad); font-weight: 600; }
        details { margin-top: 0.5rem; font-size: 0.9rem; }
        summary { cursor: pointer; color: var(--soft); padding: 0.25rem 0; }
        section { padding: 1rem; min-width: 0; }
        .scroll { overflow-x: auto; }
        .scroll:focus-visible, summary:focus-visible { outline: 2px solid var(--main); outline-offset: 2px; }
        table { border-collapse: collapse; width: 100%; font-size: 0.92rem; font-variant-numeric: tabular-nums; }
        caption { text-align: left; color: var(--soft); font-size: 0.85rem; padding-bottom: 0.4rem; }
        th, td { text-align: left; padding: 0.35rem 0.75rem 0.35rem 0; vertical-align: top; border-bottom: 1px solid var(--line); }
        thead th { color: var(--soft); font-weight: 500; font-size: 0.85rem; }
        tbody th { font-weight: 500; min-width: 6.5rem; overflow-wrap: break-word; }
        tbody th.n { min-width: 0; }
        .d { white-space: nowrap; }
        tbody tr:last-child > * { border-bottom: 0; }
        .n { text-align: right; white-space: nowrap; }
        .n + td:not(.n), .n + th:not(.n) { padding-left: 1rem; }
        tr > :last-child { padding-right: 0; }
        .more, footer { color: var(--soft); font-size: 0.85rem; }
        .more { margin: 0.5rem 0 0; }
        @media screen and (max-width: 30rem) {
          main { padding: 1.5rem 0.75rem 2rem; }
          .figures div, .figures.four div { flex-basis: 40%; }
          dd { font-size: 1.2rem; }
          section, figure { padding: 0.85rem 0.8rem; }
          th, td { padding-right: 0.5rem; overflow-wrap: break-word; }
          table { font-size: 0.8rem; }
          thead th, thead th.n { font-size: 0.75rem; white-space: normal; overflow-wrap: normal; }
          svg text { font-size: 14px; }
          tbody th { min-width: 0; overflow-wrap: break-word; }
          .wide table, .wide thead, .wide tbody, .wide caption { display: block; }
          .wide tr { display: grid; grid-template-columns: repeat(auto-fit, minmax(4rem, 1fr)); column-gap: 0.5rem;
            border-bottom: 1px solid var(--line); padding: 0.3rem 0; }
          .wide th, .wide td { padding: 0.05rem 0; border: 0; }
          .wide tr > :first-child { grid-column: 1 / -1; }
          .wide thead tr > :first-child { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        }
        @page { margin: 11mm; }
        @media print {
          :root { --paper: #ffffff; --card: #ffffff; --ink: #000000; --soft: #444444; --line: #cccccc; --main: #1f6f8b;
            --wash: #1f6f8b22; --other: #777777; --good: #2c7a4b; --bad: #b0412b; }
          html { font-size: 8.5pt; }
          body { line-height: 1.4; }
          main { max-width: none; padding: 0; }
          h1 { font-size: 20pt; margin-bottom: 0.5rem; }
          h2 { font-size: 10pt; margin-bottom: 0.2rem; }
          .kind { display: none; }
          .callout { max-width: none; font-size: 9pt; padding: 0.3rem 0.6rem; }
          .lead { max-width: none; font-size: 9pt; margin-bottom: 0.4rem; }
          .lead + .charts, .lead + .tables { margin-top: 0; }
          .figures { gap: 3mm; margin: 0.8rem 0; }
          .figures div { padding: 0.4rem 0.7rem; }
          .charts { grid-template-columns: 1fr 1fr; gap: 3mm; margin-bottom: 3mm; }
          .tables { display: block; columns: 2; column-gap: 3mm; }
          .tables.sums { columns: auto; }
          .tables .wide { column-span: all; }
          .tables section { margin: 0 0 3mm; }
          figure, section { padding: 0.5rem 0.7rem; }
          figure svg { width: 84%; margin: 0 auto; }
          .figures div, figure, section { break-inside: avoid; }
          th, td { padding: 0.12rem 0.5rem 0.12rem 0; }
          dd { font-size: 12pt; }
          table { font-size: 8pt; }
          caption { padding-bottom: 0.1rem; }
          details { display: none; }
          .scroll { overflow: visible; }
          * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
        }
        """

    /// Of the page in a message: what mail programs know.
    static let mailStyle = """
        body { margin: 0; background: #f7f6f2; color: #1f262c; font: 16px/1.5 Arial, Helvetica, sans-serif; }
        main { max-width: 640px; margin: 0 auto; padding: 16px; }
        h1 { font-size: 28px; line-height: 1.15; margin: 0 0 12px; }
        h2, h3 { font-size: 17px; margin: 0 0 6px; }
        p { margin: 0 0 10px; }
        .callout { padding: 10px 14px; border-left: 4px solid #1f6f8b; background: #e6eff1; }
        .figures { margin: 16px 0; }
        .figures div, section { background: #ffffff; border: 1px solid #dedbd2; padding: 10px 14px; margin: 0 0 10px; }
        .kind, .more, dt, dd span, caption, footer { color: #57626b; font-size: 14px; font-weight: normal; }
        dd { margin: 0; font-size: 22px; font-weight: bold; }
        dd span { display: block; }
        table { border-collapse: collapse; width: 100%; font-size: 14px; }
        caption { text-align: left; padding: 0 0 6px; }
        th, td { text-align: left; vertical-align: top; padding: 4px 10px 4px 0; border-bottom: 1px solid #dedbd2; }
        .n { text-align: right; white-space: nowrap; }
        .n + td:not(.n), .n + th:not(.n) { padding-left: 1rem; }
        """
}
