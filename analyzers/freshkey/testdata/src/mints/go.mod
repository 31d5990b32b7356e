module mints
