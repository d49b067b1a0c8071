package program

var shells = []string{"bash", "zsh", "fish"}

func (p *Program) completion(shell string, flags []Flag) string { return "" }
