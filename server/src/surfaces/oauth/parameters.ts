import { OAuthError } from "./oauth-error.ts"

export interface Parameters {
  /** The value of a parameter that came once; undefined when it was absent or empty. */
  find(name: string): string | undefined
  /** Every value of a parameter that may come more than once. */
  all(name: string): string[]
  /** The first name that came more than once, except `exempt`. */
  findRepeated(exempt: string): string | undefined
}

export function readParameters(text: string): Parameters {
  const read = new URLSearchParams(text)
  // RFC 6749 §3.1: "Parameters sent without a value MUST be treated as if they were omitted from the request."
  const all = (name: string) => read.getAll(name).filter((value) => value !== "")
  return {
    all,
    find(name) {
      const values = all(name)
      return values.length === 1 ? values[0] : undefined
    },
    findRepeated: (exempt) => [...new Set(read.keys())].find((name) => name !== exempt && read.getAll(name).length > 1),
  }
}

/** RFC 6749 §3.1, §3.2: "parameters MUST NOT be included more than once." Only `resource` may be (RFC 8707 §2). */
export function refuseRepeats(parameters: Parameters): void {
  const repeated = parameters.findRepeated("resource")
  if (repeated === undefined) return
  const known = /^[\w.-]{1,40}$/.test(repeated) ? `The parameter ${repeated}` : "A parameter"
  throw new OAuthError("invalid_request", `${known} was sent more than once.`)
}

export function need(parameters: Parameters, name: string): string {
  const value = parameters.find(name)
  if (value === undefined) throw new OAuthError("invalid_request", `The parameter ${name} is missing.`)
  return value
}
