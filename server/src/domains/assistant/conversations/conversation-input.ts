import { z } from "zod"
import { cleanText } from "#kernel/clean-text.ts"
import { notFound } from "#kernel/error.ts"
import { lenientIdInput } from "#kernel/id-input.ts"

export const conversationId = lenientIdInput.describe("The ID of one of the caller's conversations.")

export const conversationTitle = z
  .string()
  .max(1_000)
  .transform((text) => cleanText(text, 100))
  .refine((text) => text !== "", "must not be empty")

/** Another member's conversation gets this answer too. */
export const noSuchConversation = () => notFound("Conversation not found.", "It may have been deleted.")
