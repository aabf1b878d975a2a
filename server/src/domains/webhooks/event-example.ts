import { z } from "zod"
import type { EventKind } from "#changes/note-event.ts"

/** Data as an event of this kind has it. `id` is the id of the thing that it is about. */
export function eventExample({ data, example }: EventKind, id: string): Record<string, unknown> {
  const { properties = {} } = z.toJSONSchema(data, { io: "input", unrepresentable: "any" }) as ObjectForm
  return { ...objectOf(properties, id), ...(example as object) }
}

interface Form {
  type?: string
  format?: string
  enum?: readonly string[]
  const?: unknown
  anyOf?: readonly Form[]
  items?: Form
  properties?: Record<string, Form>
}

type ObjectForm = Pick<Form, "properties">

const objectOf = (properties: Record<string, Form>, id: string) =>
  Object.fromEntries(Object.entries(properties).map(([name, form]) => [name, exampleValue(form, name, id)]))

function exampleValue(form: Form, name: string, id: string): unknown {
  if (form.const !== undefined) return form.const
  if (form.enum) return form.enum[0]
  const [first] = form.anyOf ?? []
  if (first) return exampleValue(first, name, id)
  switch (form.type) {
    case "array":
      return [exampleValue(form.items ?? {}, name === "ids" ? "id" : name, id)]
    case "object":
      return objectOf(form.properties ?? {}, id)
    case "integer":
    case "number":
      return numbers[name] ?? 1
    case "boolean":
      return true
    case "null":
      return null
    default:
      return textOf(form, name, id)
  }
}

const numbers: Readonly<Record<string, number>> = { amountCents: 1_900, balanceCents: 500, priceCents: 1_900, chargedCents: 1_900, discountCents: 0, refundedCents: 0, sizeBytes: 482_100, maxFiles: 20, maxFileBytes: 100_000_000 } // biome-ignore format: a table

const texts: Readonly<Record<string, string>> = {
  contentType: "image/jpeg",
  currency: "eur",
  email: "ada@example.com",
  buyerEmail: "ada@example.com",
  destination: "https://example.com/spring",
  shortUrl: "https://go.example.com/spring",
  emoji: "🌅",
  hostname: "go.example.com",
  name: "sunset.jpg",
  title: "Sunset presets",
  accountId: "account_2f7k3m9q4w8x",
  folderId: "folder_5r1t6y2u8p3a",
  giftCodeId: "gift_9c4v7b1n6m2s",
  offerId: "offer_3d8g5h1j7k4l",
  paymentId: "pi_6z2x8c4v1b9n",
  purchaseId: "purchase_2f7k3m9q4w8x",
  uploadLinkId: "upload_link_7u3i1o9p5a2s",
}

const moment = "2026-12-01T10:00:00.000Z"

function textOf({ format }: Form, name: string, id: string): string {
  if (name === "id") return id
  return format === "date-time" ? moment : (texts[name] ?? name)
}
