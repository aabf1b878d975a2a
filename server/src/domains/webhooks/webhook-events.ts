import { z } from "zod"
import { event, withExample } from "#changes/note-event.ts"

const testData = z.object({ message: z.string() })

export const webhookEvents = {
  test: withExample(
    { message: "The endpoint works." },
    event(
      "webhook.test",
      testData,
      "A member tested the endpoint. Until the first test arrives, no other event is sent.",
    ),
  ),
}
