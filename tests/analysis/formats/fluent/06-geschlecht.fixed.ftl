who = { $gender ->
    [male] Der Käufer
    [female] Die Käuferin
   *[other] Der*die Käufer*in
} hat bezahlt.
