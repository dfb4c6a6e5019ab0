who = { $gender ->
    [male] Der*die Käufer*in
    [female] Die Käuferin
   *[other] Der*die Käufer*in
} hat bezahlt.
