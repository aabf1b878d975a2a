import { mountPage } from "../../mount.tsx"
import { MembersPage } from "./page.tsx"

mountPage("members", MembersPage)
