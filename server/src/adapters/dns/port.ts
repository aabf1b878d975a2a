/** Looks names up. NXDOMAIN and NODATA are an empty answer; SERVFAIL, refusal and time-out throw. */
export interface Dns {
  /**
   * The TXT records of a name, the chunks of each joined. Where a CNAME stands at the name, they are those of the name
   * that it leads to.
   */
  txt(hostname: string): Promise<string[]>
  /** Where the CNAME at a name leads: a hostname in lower case without a dot at its end, and none where none stands. */
  cname(hostname: string): Promise<string[]>
}
