readers = { $count ->
    [one] Ein*e Leser*in
   *[other] { $count } Leser*innen
} lesen mit.
