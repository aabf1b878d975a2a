import type { Editor } from "@tiptap/core"
import { type FormEvent, useState } from "react"
import { isKeptHref } from "../../../../../../server/src/contract/docs/safe-href.ts"
import { Button } from "../../../../kit/button.tsx"
import { TextField } from "../../../../kit/field.tsx"
import { Stack } from "../../../../kit/stack.tsx"
import { FilePicker, type FoundDriveFile } from "../../../ui/files/file-picker.tsx"
import { PickButton } from "../../../ui/files/pick-button.tsx"
import { SidePanel } from "../../../ui/panels/panel.tsx"
import type { PanelKind } from "../blocks.ts"
import { docPictureTypes, insertOfDrive, isPictureType } from "../files/insert-of-drive.ts"

interface Props {
  editor: Editor
  onClose(): void
}

export function EditorPanel({ panel, ...rest }: Props & { panel: PanelKind }) {
  if (panel === "link") return <LinkPanel {...rest} />
  if (panel === "describe") return <DescribePanel {...rest} />
  return <FilePanel {...rest} isPicture={panel === "picture"} />
}

/** A link's address, and its text if none is selected. */
function LinkPanel({ editor, onClose }: Props) {
  const place = placeOf(editor)
  const { isLink, isNew, now } = place
  const [error, setError] = useState<string>()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const typed = String(fields.get("href") ?? "").trim()
    // Keeps an existing relative address.
    const href = typed === now.href ? typed : withScheme(typed)
    if (!isKeptHref(href)) return setError("Enter a URL, an email or a phone number.")
    onClose()
    const words = String(fields.get("words") ?? "").trim() || href
    putLink(editor, place, { href, words })
  }
  return (
    <SidePanel title={isLink ? "Edit link" : "Add link"} onClose={onClose}>
      <form onSubmit={send} noValidate>
        <Stack>
          <TextField
            name="href"
            label="URL"
            placeholder="https://example.com"
            inputMode="url"
            autoComplete="off"
            autoFocus
            defaultValue={isLink ? String(now.href) : ""}
            error={error}
          />
          {isNew && <TextField name="words" label="Text" autoComplete="off" />}
          <div>
            <Button type="submit">{isLink ? "Save link" : "Insert link"}</Button>
          </div>
        </Stack>
      </form>
    </SidePanel>
  )
}

interface Place {
  from: number
  to: number
  isLink: boolean
  /** There is neither a link nor selected text. */
  isNew: boolean
  /** The attributes of the link. */
  now: Record<string, unknown>
}

function placeOf(editor: Editor): Place {
  const { from, to, empty } = editor.state.selection
  const isLink = editor.isActive("link")
  return { from, to, isLink, isNew: empty && !isLink, now: editor.getAttributes("link") }
}

/** Changes the link, links the selected text, or inserts the words as a link. */
function putLink(editor: Editor, { from, to, isNew, now }: Place, { href, words }: Record<"href" | "words", string>) {
  const marked = { type: "text", text: words, marks: [{ type: "link", attrs: { href } }] }
  if (isNew) editor.chain().focus().insertContent(marked).run()
  else
    editor
      .chain()
      .setTextSelection({ from, to })
      .focus()
      .extendMarkRange("link")
      .setMark("link", { ...now, href })
      .run()
}

/** Adds the scheme that people leave out. */
function withScheme(typed: string): string {
  if (typed === "" || /^(?:[a-z][a-z\d+.-]*:|[/#?]|\.\.?\/)/i.test(typed)) return typed
  return /^[^\s/@]+@[^\s/@]+$/.test(typed) ? `mailto:${typed}` : `https://${typed}`
}

/** The alternative text of a picture. */
function DescribePanel({ editor, onClose }: Props) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const alt = String(new FormData(event.currentTarget).get("alt") ?? "").trim()
    onClose()
    editor.chain().focus().updateAttributes("driveImage", { alt }).run()
  }
  return (
    <SidePanel title="Edit alt text" onClose={onClose}>
      <form onSubmit={send}>
        <Stack>
          <TextField
            name="alt"
            label="Alt text"
            placeholder="Decorative image"
            maxLength={500}
            autoComplete="off"
            autoFocus
            defaultValue={String(editor.getAttributes("driveImage").alt ?? "")}
          />
          <div>
            <Button type="submit">Save</Button>
          </div>
        </Stack>
      </form>
    </SidePanel>
  )
}

function FilePanel({ editor, isPicture, onClose }: Props & { isPicture: boolean }) {
  const insert = (file: { id: string; name: string }) => {
    onClose()
    editor.commands.focus()
    insertOfDrive(editor, editor.state.selection.to, { ...file, isPicture })
  }
  const action = ({ id, name, contentType }: FoundDriveFile) =>
    (!isPicture || isPictureType(contentType)) && (
      <PickButton verb="Choose" name={name} onClick={() => insert({ id, name })} />
    )
  return (
    <SidePanel title={isPicture ? "Choose image" : "Choose file"} onClose={onClose}>
      <FilePicker
        action={action}
        upload={{
          accept: isPicture ? docPictureTypes : "",
          onUploaded: insert,
        }}
      />
    </SidePanel>
  )
}
