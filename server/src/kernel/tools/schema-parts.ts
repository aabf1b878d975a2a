export type ToolSchema = Readonly<Record<string, unknown>>

export function asSchema(value: unknown): ToolSchema | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as ToolSchema) : undefined
}

export const own = (object: ToolSchema, name: string) => (Object.hasOwn(object, name) ? object[name] : undefined)

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The target of a reference within the same schema: `#`, `#/$defs/a`. */
export function targetOf(root: object, ref: unknown): unknown {
  if (typeof ref !== "string" || !/^#(\/|$)/.test(ref)) return undefined
  let target: unknown = root
  for (const part of ref.split("/").slice(1)) {
    const name = decode(part).replaceAll("~1", "/").replaceAll("~0", "~")
    target = Array.isArray(target) ? target[Number(name)] : own(asSchema(target) ?? {}, name)
  }
  return target
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
