export { type Broken, build, type Loaded, type Stored, type UpdateRow } from "./build.ts"
export { openDigestAside } from "./digest-aside.ts"
export { bodyAfter, type Derived, type Digest, derive, digestStored } from "./digest-stored.ts"
