#!/usr/bin/env python3
"""Geometry on the sphere that coach takes the earth for, by geographiclib, an independent library.

    geodesic.py inverse    latitude and longitude of two places on each line: their distance in meters
    geodesic.py direct     a place, degrees from north, and meters on each line: the place that is there

`make geometry` installs the library and runs the tests that ask this."""
import sys

from geographiclib.geodesic import Geodesic

SPHERE = Geodesic(6_371_008.8, 0)
for line in sys.stdin:
    numbers = map(float, line.split())
    if sys.argv[1] == "inverse":
        print(repr(SPHERE.Inverse(*numbers, Geodesic.DISTANCE)["s12"]))
    else:
        place = SPHERE.Direct(*numbers, Geodesic.LATITUDE | Geodesic.LONGITUDE)
        print(repr(place["lat2"]), repr(place["lon2"]))
