"""Laws of the source, packaging, the documents."""
