import { useInfiniteQuery } from "@tanstack/react-query"
import { type KeyboardEvent, useState } from "react"
import { Refusal } from "../../../kit/notice.tsx"
import { pagesOf } from "../../ask.ts"
import styles from "./folder-choice.module.css"
import { Icon } from "./icon.tsx"

const folderOf = (id: string | null) => pagesOf("list-folder", id === null ? {} : { folderId: id })

/** The state of a choice of a folder, which begins at `start`; null is the top of the drive. */
export function useFolderChoice(start: string | null) {
  const [id, look] = useState(start)
  const first = useInfiniteQuery(folderOf(start)).data?.pages[0]?.way ?? []
  const { data, error } = useInfiniteQuery(folderOf(id))
  const way = data?.pages[0]?.way
  return {
    id,
    look,
    error,
    /** The folders above the first one, which are open at first. */
    above: first.slice(0, -1).map((folder) => folder.id),
    name: way?.at(-1)?.name ?? "Drive",
    /** Such as `/Clients/Bo`; undefined while the folder is loading. */
    path: way && `/${way.map(({ name }) => name).join("/")}`,
  }
}

interface Props {
  choice: ReturnType<typeof useFolderChoice>
  /** These cannot be chosen: they are moved. */
  moved?: readonly string[]
}

/** Chooses a folder in the tree of the drive's folders. */
export function FolderChoice({ choice, moved = [] }: Props) {
  const [toggled, setToggled] = useState<ReadonlyMap<string | null, boolean>>(new Map())
  const [current, setCurrent] = useState(choice.id)
  const tree: Tree = {
    chosen: choice.id,
    current,
    isMoved: (id) => id !== null && moved.includes(id),
    isOpen: (id) => toggled.get(id) ?? (id === null || choice.above.includes(id)),
    choose(id) {
      setCurrent(id)
      choice.look(id)
    },
    toggle(id, isOpen) {
      setCurrent(id)
      setToggled(new Map(toggled).set(id, isOpen))
    },
  }
  return (
    <>
      <div role="tree" aria-label="Folders" className={styles.tree}>
        <Item tree={tree} id={null} name="Drive" level={1} />
      </div>
      {choice.error && <Refusal error={choice.error} />}
    </>
  )
}

interface Tree {
  chosen: string | null
  /** The item that Tab leads to. */
  current: string | null
  isMoved(id: string | null): boolean
  isOpen(id: string | null): boolean
  choose(id: string | null): void
  toggle(id: string | null, isOpen: boolean): void
}

interface ItemProps {
  tree: Tree
  id: string | null
  name: string
  level: number
}

/** A folder, and the folders in it once it is open. */
function Item({ tree, id, name, level }: ItemProps) {
  const isMoved = tree.isMoved(id)
  const isOpen = !isMoved && tree.isOpen(id)
  const { data, error } = useInfiniteQuery({ ...folderOf(id), enabled: isOpen })
  const folders = data?.pages[0]?.folders
  const isLeaf = isMoved || folders?.length === 0
  return (
    <>
      <div
        role="treeitem"
        className={`flex middle gap-2 breaks ${styles.branch}`}
        style={{ "--level": level } as object}
        aria-label={name}
        aria-level={level}
        aria-expanded={isLeaf ? undefined : isOpen}
        aria-selected={id === tree.chosen}
        aria-disabled={isMoved || undefined}
        tabIndex={id === tree.current ? 0 : -1}
        onClick={({ target }) => {
          if ((target as Element).matches("[data-toggle]") && !isLeaf) tree.toggle(id, !isOpen)
          else if (!isMoved) tree.choose(id)
        }}
        onKeyDown={(event) => press(event, { tree, id, isOpen, isLeaf, isMoved })}
      >
        <span data-toggle="" aria-hidden="true" />
        <Icon kind="folder" />
        <bdi>{name}</bdi>
      </div>
      {isOpen && error && <Refusal error={error} />}
      {isOpen &&
        folders?.map((folder) => (
          <Item key={folder.id} tree={tree} id={folder.id} name={folder.name} level={level + 1} />
        ))}
    </>
  )
}

interface Pressed {
  tree: Tree
  id: string | null
  isOpen: boolean
  isLeaf: boolean
  isMoved: boolean
}

/** The keys of https://www.w3.org/WAI/ARIA/apg/patterns/treeview/, without the search by letters. */
function press(event: KeyboardEvent<HTMLElement>, { tree, id, isOpen, isLeaf, isMoved }: Pressed): void {
  const { key, currentTarget: item } = event
  const items = [...(item.closest("[role=tree]")?.querySelectorAll("[role=treeitem]") ?? [])]
  const at = items.indexOf(item)
  const isShown = isOpen && !isLeaf
  const steps: Readonly<Record<string, Element | null | undefined>> = {
    ArrowDown: items[at + 1],
    ArrowUp: items[at - 1],
    ArrowRight: isShown ? items[at + 1] : item,
    ArrowLeft: isShown ? item : items.slice(0, at).findLast((one) => levelOf(one) < levelOf(item)),
    Home: items[0],
    End: items.at(-1),
    Enter: item,
    " ": item,
  }
  if (!Object.hasOwn(steps, key)) return
  event.preventDefault()
  const next = steps[key]
  if (next instanceof HTMLElement) next.focus()
  if (next !== item) return
  if (key === "Enter" || key === " ") {
    if (!isMoved) tree.choose(id)
  } else if (!isLeaf && key.startsWith("Arrow")) tree.toggle(id, key === "ArrowRight")
}

const levelOf = (item: Element) => Number(item.getAttribute("aria-level"))
