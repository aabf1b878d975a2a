import { stored } from "../../kit/stored.ts"

const name = "single-keys"

/**
 * Whether shortcuts of one key without ⌘ or Ctrl work in this browser. People who use speech
 * input switch them off, since each spoken letter would be a shortcut (WCAG 2.1.4).
 */
export const singleKeys = {
  areOn: (): boolean => stored.get(name) !== "off",
  turn: (areOn: boolean): void => (areOn ? stored.remove(name) : stored.set(name, "off")),
}
