"""The application: builds the window, wires it, shows errors."""
