/** Looks up names. NXDOMAIN and NODATA are an empty result; SERVFAIL, refusal and time-out throw. */
export interface Dns {
  /** The chunks of each record are joined. For a name with a CNAME, the records of the CNAME's target. */
  txt(hostname: string): Promise<string[]>
  /** The target of a name's CNAME: a hostname in lower case without a trailing dot; empty without a CNAME. */
  cname(hostname: string): Promise<string[]>
  /** The IPv4 and IPv6 addresses of a name, or of its CNAME's target. */
  addresses(hostname: string): Promise<string[]>
}
