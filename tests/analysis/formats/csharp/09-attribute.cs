[Obsolete("Der Nutzer wird entfernt.")]
class Alt
{
    /* Wird nur noch von Administratoren gebraucht;
       neue Nutzer legen sich selbst an. */
    [Display(Name = "Nutzer")]
    string name;
}
