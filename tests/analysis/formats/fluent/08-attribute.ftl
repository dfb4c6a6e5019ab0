search =
    .placeholder = Name des Verfassers
    .aria-label = Suche nach Lehrern
    .accesskey = L
