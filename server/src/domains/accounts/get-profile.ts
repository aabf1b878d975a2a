import { z } from "zod"
import { personAction } from "#access/action.ts"
import { profile, readProfile } from "./profile.ts"

export const getProfile = personAction("console", {
  input: z.object({}),
  output: profile,
  run: (cx) => readProfile(cx),
})
