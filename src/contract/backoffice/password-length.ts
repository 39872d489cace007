/** Characters that the password of a staff member has at least. */
export const minStaffPasswordLength = 10;
