/// What places that sell are called.
public enum PlaceNouns {
    public static let all: Set<String> = [
        "merchant", "merchants", "store", "stores", "shop", "shops", "place", "places", "restaurant", "restaurants",
        "cafe", "cafes", "bar", "bars", "bakery", "bakeries", "company", "companies", "vendor", "vendors",
    ]
}
