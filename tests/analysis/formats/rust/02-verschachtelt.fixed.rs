/* Der*die Züchter*in /* der*die innere Züchter*in */ und der*die Käufer*in */
fn kaufe() {}

/** Verkauft Honig an eine*n Kund*in. */
fn verkaufe() {}
