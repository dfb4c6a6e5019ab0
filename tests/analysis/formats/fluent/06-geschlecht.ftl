who = { $gender ->
    [male] Der Käufer
    [female] Die Käuferin
   *[other] Der Käufer
} hat bezahlt.
