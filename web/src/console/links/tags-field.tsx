import { type KeyboardEvent, useId, useState } from "react"
import { TextField } from "../../kit/field.tsx"
import { useRead } from "../ask.ts"
import { isComposing } from "../keys/enter.ts"
import { Tag, Tags } from "./tag.tsx"

/** The limits of a link's tags and of their names. */
const most = 10
const longest = 32

/** A form field `tags` with comma-separated tags. It suggests the workspace's existing tags. */
export function TagsField({ first }: { first: readonly string[] }) {
  const { tags, change, typed, type, add, press } = useTyping(first)
  const known = useRead("list-link-tags", {}).data?.tags ?? []
  const id = useId()
  return (
    <div>
      <TextField
        label="Tags"
        description={tags.length < most ? "Press Enter to add a tag." : `Maximum of ${most} tags`}
        value={typed}
        onChange={({ currentTarget: { value } }) => (/[,;]/.test(value) ? add(value) : type(value))}
        onKeyDown={press}
        onBlur={() => typed && add(typed)}
        maxLength={longest}
        disabled={tags.length >= most}
        list={id}
        autoComplete="off"
        dir="auto"
      />
      <datalist id={id}>
        {known.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <input type="hidden" name="tags" value={tags.join(",")} />
      <Tags>
        {tags.map((tag) => (
          <Tag key={tag} name={tag} does={`Remove “${tag}”`} mark="✕" onPress={() => change(without(tags, tag))} />
        ))}
      </Tags>
    </div>
  )
}

/** The tags so far, and the beginning of the next one. */
function useTyping(first: readonly string[]) {
  // Until the person changes them, the tags follow changes that others save.
  const [chosen, change] = useState<readonly string[]>()
  const tags = chosen ?? first
  const [typed, type] = useState("")
  const add = (text: string) => {
    change(withTags(tags, text))
    type("")
  }
  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === "Enter" && typed.trim() !== "") event.preventDefault()
    if (event.key === "Enter") add(typed)
    if (event.key === "Backspace" && typed === "") change(tags.slice(0, -1))
  }
  return { tags, change, typed, type, add, press }
}

/** Parses the field's value. */
export const readTags = (text: string | undefined) => (text ? text.split(",") : [])

function withTags(tags: readonly string[], text: string): readonly string[] {
  const added = text.split(/[,;]/).map((name) => name.trim())
  const isNew = (name: string, at: number, all: readonly string[]) =>
    name !== "" && all.findIndex((other) => fold(other) === fold(name)) === at
  return [...tags, ...added].filter(isNew).slice(0, most)
}

const without = (tags: readonly string[], tag: string) => tags.filter((other) => other !== tag)

const fold = (name: string) => name.normalize("NFKC").toLowerCase()
