import type { IncomingHttpHeaders } from "node:http"
import { readForm, type StripeForm } from "../form.ts"
import { findFaults } from "./check.ts"
import { findOperation } from "./operations.ts"

/** A raw HTTP request. */
export interface WireRequest {
  method: string
  path: string
  /** Without the question mark; "" for none. */
  query: string
  headers: IncomingHttpHeaders
  body: string
}

/**
 * Compares a request with the declarations of the installed Stripe SDK: its path, the names of its parameters, the
 * required ones, numbers, enums (as closed lists) and the lengths in comments. Returns a sentence for each difference.
 * Conditions between parameters are not declared; the stand-in checks those.
 */
export function judgeRequest({ method, path, query, headers, body }: WireRequest): string[] {
  const operation = findOperation(method, path)
  if (!operation) return [`${method} ${path}: the SDK declares no such operation.`]
  const isJson = headers["content-type"]?.startsWith("application/json") === true
  const sent: StripeForm = method === "POST" ? (isJson ? JSON.parse(body || "{}") : readForm(body)) : readForm(query)
  const faults = operation.parameters
    ? findFaults(operation.parameters, { value: sent, at: "", isJson })
    : Object.keys(sent).map((name) => `${name} is not a parameter.`)
  return faults.map((fault) => `${method} ${path}: ${fault}`)
}
