// The administrator of this system
/** Ask the moderator or the instructor. */
function f() {}
