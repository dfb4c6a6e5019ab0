[Obsolete("Der Nutzer wird entfernt.")]
class Alt
{
    /* Wird nur noch von Administrator*innen gebraucht;
       neue Nutzende legen sich selbst an. */
    [Display(Name = "Nutzer")]
    string name;
}
