readers = { $count ->
    [one] Ein Leser
   *[other] { $count } Leser
} lesen mit.
