#!/usr/bin/env python3
"""Writes great-circle.tsv: pairs of places with their distance in meters along the great circle, as geopy computes it.

    pip install geopy && python3 great-circle.py > great-circle.tsv
"""
import random

import geopy.distance

geopy.distance.EARTH_RADIUS = 6371.0088
draw = random.Random(25)


def anywhere():
    return draw.uniform(-90, 90), draw.uniform(-180, 180)


def near(place, degrees):
    north = max(-90.0, min(90.0, place[0] + draw.uniform(-degrees, degrees)))
    east = place[1] + draw.uniform(-degrees, degrees)
    return north, (east + 180) % 360 - 180


pairs = [((0, 0), (0, 0)), ((90, 0), (-90, 0)), ((90, 0), (90, 123)), ((0, 180), (0, -180)), ((0, 0), (0, 180)),
         ((0, 179.9999), (0, -179.9999)), ((89.9999, 10), (89.9999, -170)), ((-89.9999, 1), (-89.999, 179))]
pairs += [(anywhere(), anywhere()) for _ in range(120)]
for degrees in (10, 0.1, 0.01, 0.001, 0.0001):
    pairs += [(place, near(place, degrees)) for place in [anywhere() for _ in range(30)]]
    # Across the date line, and around the poles.
    pairs += [(place, near(place, degrees)) for place in [(draw.uniform(-80, 80), 180 - degrees / 3) for _ in range(15)]]
    pairs += [(place, near(place, degrees)) for place in [(90 - degrees / 3, draw.uniform(-180, 180)) for _ in range(8)]]
    pairs += [(place, near(place, degrees)) for place in [(degrees / 3 - 90, draw.uniform(-180, 180)) for _ in range(8)]]
print("latitude\tlongitude\tlatitude\tlongitude\tmeters")
for one, two in pairs:
    one, two = [tuple(round(degree, 7) for degree in place) for place in (one, two)]
    print(*one, *two, f"{geopy.distance.great_circle(one, two).meters:.4f}", sep="\t")
