"""`mitgemeint-eval association`: run tests on models, report a run in any form, compare two runs."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING

from mitgemeint.eval.association import comparison, heat_map, result, tables
from mitgemeint.eval.association.conventions import CONVENTIONS
from mitgemeint.eval.association.encoders.registry import load_encoder, named_models
from mitgemeint.eval.association.journal import Journal
from mitgemeint.eval.association.multiple_testing import Family, stars_of
from mitgemeint.eval.association.permutation import Method, Side
from mitgemeint.eval.association.problems import AssociationError
from mitgemeint.eval.association.provenance import provenance
from mitgemeint.eval.association.running import Options, run
from mitgemeint.eval.association.test_file import AssociationTest
from mitgemeint.eval.association.test_sets import SHIPPED, read_tests
from mitgemeint.eval.command import table
from mitgemeint.eval.files import write
