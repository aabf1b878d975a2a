/** Looks names up. NXDOMAIN and NODATA are an empty answer; SERVFAIL, refusal and time-out throw. */
export interface Dns {
  /** The TXT records of a name, the chunks of each joined. */
  txt(hostname: string): Promise<string[]>
}
