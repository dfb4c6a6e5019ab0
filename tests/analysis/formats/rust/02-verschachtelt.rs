/* Der Züchter /* der innere Züchter */ und der Käufer */
fn kaufe() {}

/** Verkauft Honig an einen Kunden. */
fn verkaufe() {}
