import { hydrateIsland } from "../../hydrate.tsx"
import { Island } from "./island.tsx"

hydrateIsland(Island)
