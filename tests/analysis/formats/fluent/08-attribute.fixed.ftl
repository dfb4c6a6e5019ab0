search =
    .placeholder = Name des*der Verfasser*in
    .aria-label = Suche nach Lehrkräften
    .accesskey = L
