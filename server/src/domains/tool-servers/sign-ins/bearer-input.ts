import { z } from "zod"

/** RFC 6750 section 2.1. */
export const bearerInput = z
  .string()
  .trim()
  .regex(/^[\w\-.~+/]{1,4000}=*$/, "can't contain spaces")
