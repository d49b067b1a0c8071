//go:build !js

package command

import _ "queens/cmd/qsat/internal/gophersat" // --engine gophersat
