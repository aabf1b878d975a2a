import { useQuery } from "@tanstack/react-query"
import { type KeyboardEvent, useId, useState } from "react"
import { TextField } from "../../kit/field.tsx"
import { readOf } from "../ask.ts"
import { isComposing } from "../keys/enter.ts"
import { Tag, Tags } from "./tag.tsx"

/** How many tags a link may have, and how long their names are. */
const most = 10
const longest = 32

/** The tags of a link in a form, as one field `tags` with commas between them. The workspace's own are suggested. */
export function TagsField({ first }: { first: readonly string[] }) {
  // Until one is added or taken off they follow what others save.
  const [chosen, change] = useState<readonly string[]>()
  const tags = chosen ?? first
  const [typed, type] = useState("")
  const known = useQuery(readOf("list-link-tags", {})).data?.tags ?? []
  const id = useId()
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
  return (
    <div>
      <TextField
        label="Tags"
        description={tags.length < most ? "Enter or a comma ends each." : `A link has ${most} at most.`}
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
          <Tag key={tag} name={tag} does={`Take “${tag}” off`} mark="✕" onPress={() => change(without(tags, tag))} />
        ))}
      </Tags>
    </div>
  )
}

/** What a field of that name holds. */
export const readTags = (text: string | undefined) => (text ? text.split(",") : [])

function withTags(tags: readonly string[], text: string): readonly string[] {
  const added = text.split(/[,;]/).map((name) => name.trim())
  const isNew = (name: string, at: number, all: readonly string[]) =>
    name !== "" && all.findIndex((other) => fold(other) === fold(name)) === at
  return [...tags, ...added].filter(isNew).slice(0, most)
}

const without = (tags: readonly string[], tag: string) => tags.filter((other) => other !== tag)

const fold = (name: string) => name.normalize("NFKC").toLowerCase()
