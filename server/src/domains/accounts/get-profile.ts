import { z } from "zod"
import { personAction } from "#access/action.ts"
import { profile, readProfile } from "./profile.ts"

/** Returns the profile of the signed-in person. */
export const getProfile = personAction({
  scope: "console",
  input: z.object({}),
  output: profile,
  run: (cx) => readProfile(cx),
})
