"""`python -m gen_docs` is the command `gen-docs`."""

from gen_docs.cli import main

main(prog_name="gen-docs")
