/**
 * The query parameter of the pay page that names the session whose buyer comes back. The address that the processor is
 * given, the page's route and the page itself all use this one; nothing but the name is here, so that all sides can.
 */
export const returnedSession = "session_id"
