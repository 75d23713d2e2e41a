"""`python -m narrator` is the same as the `narrator` command."""

import sys

from narrator.cli import main

sys.exit(main())
