import { Button } from "../../kit/button.tsx"
import { mayAs } from "../here.ts"
import { Copied } from "../ui/copied.tsx"
import { useChange } from "../use-change.ts"
import { LinkForm } from "./link-form.tsx"
import { useTrashLinks } from "./use-trash-links.ts"
import type { Link } from "./view.tsx"

interface Props {
  link: Link
  inTrash: boolean
  onClose(): void
}

/** One link: its address to copy, what can be changed of it, and the way to the trash and back. */
export function LinkSheet({ link, inTrash, onClose }: Props) {
  const trash = useTrashLinks()
  const restore = useChange("restore-link", { makesStale: ["list-links"], onDone: onClose })
  if (inTrash) {
    return mayAs("member") ? (
      <Button isBusy={restore.isPending} onClick={() => restore.mutate({ id: link.id })}>
        Take it out of the trash
      </Button>
    ) : null
  }
  return (
    <>
      <Copied text={link.short_url} />
      <p>
        <strong>{link.clicks.toLocaleString()}</strong> {link.clicks === 1 ? "click" : "clicks"}
      </p>
      {mayAs("member") && <LinkForm link={link} onDone={onClose} />}
      {mayAs("member") && (
        <Button
          variant="danger"
          onClick={() => {
            trash([link])
            onClose()
          }}
        >
          Put it into the trash
        </Button>
      )}
    </>
  )
}
