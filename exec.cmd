@rem Windows has no exec. npm runs the scripts in this folder, where cmd.exe finds this first.
@%*
