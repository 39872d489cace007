/**
 * Cookie that the page sets at a logout without a connection. The session cookie, which scripts cannot delete, is then
 * ignored, and the next session check ends the session.
 */
export const loggedOutCookie = "lianne_logged_out";
