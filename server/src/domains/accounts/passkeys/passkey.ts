import { notFound } from "#kernel/error.ts"
import { lenientIdInput } from "#kernel/id-input.ts"
import { nameInput } from "#kernel/name-input.ts"

export const passkeyName = nameInput.describe("1 to 80 characters, such as `Work laptop`.")

export const passkeyId = lenientIdInput.describe("The credential's id, base64url.")

export const noPasskey = () => notFound("Passkey not found.", "It may have been removed.")
