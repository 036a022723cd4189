"""
The long tables of ``/cX show all`` of grammar 8: names as the tool prints them, values of a card that never was.

What differs from card to card is put over them; ``#`` begins a number.
"""

from __future__ import annotations

STATUS = """\
Controller Status=Optimal|VD Count=#0|VD Degraded Count=#0|VD Offline Count=#0|PD Count=#0|PD Drive Count=#0|
Critical Predictive Failure PD Drive Count=#0|Failed PD Drive Count=#0|Memory Correctable Errors=#0|
Memory Uncorrectable Errors=#0|ECC Bucket Count=#0|Preserved Cache Present=No|System Reboot Required=No|
System Shutdown Required=No|Controller Reset Required=No|Security Key Assigned=No|Security Type=None|
Failed to get Security key on bootup=No|Bios was not detected during boot=No|
Boot Time Secret Key Provider=OOB,In-band|EKM Key Provider=OOB,In-band|
Controller must be rebooted to complete security operation=No|Controller has booted into safe mode=No|
Controller has trial features enabled=No|Personality Change Pending=No|Security Key Rekey Pending=No|
Reconfigure types=Change the format option only for existing name-spaces|Controller Personality=RAID"""

CONTROLLER_OPERATIONS = """\
Support Enclosure Affinity=Yes|Support Foreign Config Import=Yes|Support Foreign Config Clear=Yes|
Support Self Diagnostic Check=Yes|Support Diag Retention Test=Yes|Support Cache Offload Info=Yes|
FW and Event Time in GMT=Yes|Support Abort CC on Error=Yes|Support Multipath=Yes|Support Security=Yes|
Support Security Suggest=Yes|Support Portable Security Key=No|Support Security Key Per PD=No|
Support LKM=Yes, Supported using both in-band and out-of-band command|
Support EKM=Yes, Supported using both in-band and out-of-band command|Support LKM to EKM=Yes|Support EKM to LKM=No|
Support PFK=Yes|Support Electronic PFK=No|Support Ldbbm=Yes|Support Shield State=Yes|
Support SSD Ld Disk Cache Change=Yes|Support Operation Suspend Resume=Yes|Support Emergency Spares=Yes|
Support Device Mgmt PEL=Yes|Support CC Schedule=Yes|Support PatrolRead=Yes|Support SSD PatrolRead=Yes|
Support Resize Array=Yes|Support Drive Performance Monitoring=Yes|Support Emulated Drives=Yes|
Support Limited Dedicated HotSpares=Yes|Support Factory Defaults set=Yes|Support Personality=Yes|
Support NVCache Info Get=Yes|Support NVCache Erase=Yes|Support Cache Offload Encryption=No|
Support CacheBypass Modes=Yes|Support Purge Cache During VD Delete=Yes|Support BoardLogic Update=Yes|
Support Ibuttonless=Yes|Support Host Info=Yes|Support Cache-Vault Health Info=Yes|Support PCIe Devices=Yes|
Support Extended MPB VPD pages=Yes|Support Snapdump=Yes|Support Energy Pack=Yes|Support Energy Pack VPD=Yes|
Support Multiple Security keys(One Per PD)=No|Support Platform Security=Yes|Support SESCtrl In Multipath Config=No|
Support R6 Individual PD Suspend/Resume=No|Support SAS Config=Yes|
Support limiting of SAS Link speed=Yes, Supports only max link speed limit control of a SAS Phy|
Support limiting of SAS Link speed per Phy=Yes|Support PCIe Config=Yes|Support limiting of PCIe Link Speed=Yes|
Support limiting of PCIe Link Speed per Link=Yes|Support PCIe Config Lane Mapping=Yes|
Support Immediate Auto-configure=Yes|Support NVMe Recover=Yes|Support NVMe Reconfigure=No|
Support PCIe Clock mode=Yes|Support Enhanced Scheduling=Yes"""

PD_OPERATIONS = """\
Support Force Online=Yes|Support Make Offline=Yes|Support Make Failed=No|Support SpinDown Unconfigured=Yes|
Support SpinDown HotSpare=Yes|Support SpinDown Configured=No|Support T10 Power State=Yes|
Support Temperature Monitoring=Yes|Support WCE=Yes|Support Degraded Media Detection=Yes|Support PD Secure Erase=Yes|
Support SSD Wear Gauge=No|Support Mark Missing=Yes|Support Replace Missing=Yes|Support Prepare For Removal=Yes|
Support Drive Power State Change=Yes, Supports only Spin-Up"""

VD_OPERATIONS = """\
Support Changing Read Policy=Yes|Support Changing Write Policy=Yes|Support Changing Disk Cache Policy=Yes|
Support Online Capacity Expansion=Yes, with VD Expansion and addition of Drives only|Support LDBBM=Yes|
Support Secure Erase=Yes|Support Unmap for single drive RAID 0 VDs=Yes|Support Unmap for RAID 0 VDs=Yes|
Support Unmap for RAID 1/10 VDs=Yes|Support Unmap for RAID 5/50/6/60 VDs=Yes|
Support Writesame Unmap for single drive RAID 0 VDs=Yes|Support Writesame Unmap for RAID 0 VDs=Yes|
Support Writesame Unmap for RAID 1/10 VDs=Yes|Support Writesame Unmap for RAID 5/50/6/60 VDs=Yes|
Support T10 Atomicity=No"""

HARDWARE = """\
NVRAM=Present|NVRAM Size(KiB)=#128|DDR Memory Size(MiB)=#4096|Flash=Present|NOR Flash Size(MiB)=#32|
CacheVault Flash Size(MiB)=#16384|OCM Memory=Present|OCM Memory Size(MiB)=#15|Current Size of FW Cache(MiB)=#3877|
DDR Width=72-bit|Energy Pack=Present|Upgrade Key=Absent|Upgrade Key Slot=Present|On Board Expander=Absent|
Temperature Sensor for Chip=Present|Temperature Sensor for Board=Present|Upgradable Board Logic=Present|
PCI Switch=Absent|Serial Debugger=Present|Chip temperature(C)=#58|Board temperature(C)=#41|Controller Fan=Absent"""

LIMITS = """\
Max Number of VDs=#240|Max Number of Physical Drives=#240|Max SAS/SATA Drives=#240|Max NVMe Drives=#32|
Max Arrays=#240|Max PD Per Array=#32|Max Spans Per VD=#8|Max Dedicated HSPs=#64|Max Global HSPs=#64|
Max VDs Per Array=#16|Max Phys=#16|Max JBODs=#240|Max RAID Configurable PDs=#240|Max Complex RAID VDs=#64|
Max Data Transfer Size(Bytes)=#1048576|Max Parallel Commands=#8192|Max NS/LU per JBOD=#4|Max NS/LU per RAID PDs=#1|
Max Supported LUNs for SAS PDs=#4|Max Namespaces=#1|Max Persistent Id=#1024|Max VD's per Array in configuration=#16|
Max Key Id length=#256|Max Security Key length=#32|Max Secret Key length=#32"""

PROPERTIES = """\
Patrol Read Rate(%)=#30|BGI Rate(%)=#30|Consistency Check Rate(%)=#30|OCE Rate(%)=#30|Drive Coercion Mode=0 (None)|
Auto Rebuild=Yes|Energy Pack Warning=No|Data Loss Warning=Yes|Ecc Bucket Size(Entries)=#15|
ECC Bucket Leak Rate(minute(s))=#1440|Expose Enclosure Devices=Yes|Maintain Drive Fail History=Yes|
Maintain Drive Fail History - JBOD=Yes|All Online Controller Reset=Yes|Auto Online Controller Reset=Yes|
Abort CC on Error=No|Replace Drive=Yes|HDD SMARTer Enabled=Yes|SSD SMARTer Enabled=Yes|
PR Correct UnConfigured Areas=Yes|Support SSD Patrol Read=Yes|SpinDown Unconfigured Drive=Yes|
Boot With Preserved Cache=Yes|SpinDown HotSpare=No|Emergency GHS=Yes|Emergency UG=Yes|Emergency SMARTer=Yes|
Fail On SMARTer=No|LED management for JBOD=Yes|SES VPD Association=TargetPort|
Base Enclosure Level=Enclosure level enumeration start with Zero|
SMART/Temperature PollInterval-For External PDs only(second(s))=#300|
SMART/Temperature PollInterval-For Internal PDs only(second(s))=#300|SpinDown Time(minute(s))=#30|
Spinup Drive Count=#2|Spinup Delay(second(s))=#2|Spinup Encl Drive Count=#4|Spinup Enclosure Delay(second(s))=#12|
Drive Detection Type=Disabled|Drive Corrective Action=Only Log Events|Drive Error Threshold=Every 8 Hours|
Boot Mode=COE|Name=|SmartPoll - RAID PDs=Yes|SmartPoll - JBOD PDs=Yes|PD Temperature Poll=Yes|Security on JBOD=Yes|
Host Managed Security on JBOD=No"""

CAPABILITIES = """\
Supported Drive Interfaces=SAS, SATA, NVMe|Supported RAID Levels=RAID0, RAID1, RAID5, RAID6, RAID10, RAID50, RAID60|
Mix of SAS-HDD/SATA-HDD in VD=Allowed|Mix of SAS-SSD/SATA-SSD in VD=Allowed|Mix of SSD/HDD in VD=Not Allowed|
Mix of SED type(Enterprise,OPAL,and RUBY) for Security Enabled Arrays=Not Allowed|
Mix of different NS/LU count in a VD=Not Allowed|Mix of NVMe SGL and PRP in a VD=Allowed"""

SECURE_BOOT = """\
Secure Boot State=Enabled|Secure Boot Mode=Hard Secure|Total Number Of Key Slots=#8|Number Of Key Slots Used=#2|
Remaining Key Slots=#6|Current Key Encryption Algorithm=RSA2048|Key Hash Size=SHA256|Key Hash Version=SHA3|
Security Version Number=00.00.00.00"""
