//go:build unix

package external

import "syscall"

// onlyFile makes opening a link fail, and that of a FIFO not wait.
const onlyFile = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
