// mitgemeint: off
// Der Imker trägt einen Schleier.
// mitgemeint: on
// Der Besucher bekommt auch einen.
fn schleier() {}

/// Der Imker ist da. mitgemeint: ignore-line
fn da() {}
