owner = The administrator of this device
users = Ask the instructor or all moderators for help.
