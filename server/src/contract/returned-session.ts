/** The processor's return address, the page's route and the page share this name, so the file holds nothing else. */
export const returnedSession = "session_id"
