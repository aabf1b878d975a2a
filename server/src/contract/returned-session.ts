/**
 * The query parameter of the pay page with the session whose buyer returns. The processor's return address, the page's
 * route and the page itself share it. This file holds only the name, so that all of them can import it.
 */
export const returnedSession = "session_id"
